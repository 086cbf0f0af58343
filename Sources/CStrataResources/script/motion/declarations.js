// Declarations of effects, as the server encodes them for animations.

/**
 * Adds encoded declarations of effects to those of the effects around them. Opacities are
 * multiplied; transforms and filters apply one after the other. Other properties are set.
 */
export function addDeclarations(encoded, drawn) {
  for (const declaration of decodeURIComponent(encoded).split(";").filter(Boolean)) {
    const at = declaration.indexOf(":");
    const [name, value] = [declaration.slice(0, at), declaration.slice(at + 1)];
    if (name === "opacity") drawn.opacity *= Number(value);
    else if (name === "transform") drawn.transform.push(value);
    // The effects inside are applied first.
    else if (name === "filter") drawn.filter.unshift(value);
    else if (name === "transform-origin") drawn.transformOrigin = value;
    else if (name === "clip-path") drawn.clipPath = value;
  }
  return drawn;
}

/** Declarations that change nothing. */
export const nothingDrawn = () => ({ opacity: 1, transform: [], filter: [] });
