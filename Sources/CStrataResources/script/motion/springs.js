// The easing functions of springs.
//
// A patch names the damping of a spring, as a fraction of critical damping, and the time that it
// takes to settle. The way to rest, as a function of the fraction of that time, depends on the
// damping alone. Spring.swift has the same formulas for values that the server animates.

/** Easing functions that have been computed, by damping and number of steps. */
const known = new Map();
const mostKnown = 100;

/**
 * Returns the distance from rest of a spring that is released at a distance of 1, with an undamped
 * angular frequency of 1 radian for each unit of time. It is negative beyond the rest position.
 */
function distance(damping, time) {
  if (damping === 1) return Math.exp(-time) * (1 + time);
  if (damping < 1) {
    const swing = Math.sqrt(1 - damping * damping);
    return Math.exp(-damping * time) * (Math.cos(swing * time) + damping / swing * Math.sin(swing * time));
  }
  const spread = Math.sqrt(damping * damping - 1);
  const [slow, fast] = [spread - damping, -spread - damping];
  return (slow * Math.exp(fast * time) - fast * Math.exp(slow * time)) / (slow - fast);
}

/** Returns the time after which such a spring has settled: `settlingDuration` of Spring.swift. */
function settlingTime(damping) {
  const slowest = damping > 1 ? damping - Math.sqrt(damping * damping - 1) : damping;
  const envelope = Math.log(1000) / slowest;
  return damping >= 0.9 ? envelope * 4 / 3 : envelope;
}

/**
 * Returns the CSS easing function of a spring with a damping that settles after a number of
 * milliseconds. It has 60 steps a second, but at least 8 and at most 240.
 */
export function springEasing(damping, duration) {
  const steps = Math.min(Math.max(Math.trunc(duration * 0.06), 8), 240);
  const key = `${damping} ${steps}`;
  const last = known.get(key);
  if (last) return last;
  const step = settlingTime(damping) / steps;
  const values = Array.from({ length: steps }, (_, index) => Math.round((1 - distance(damping, index * step)) * 10_000) / 10_000);
  const easing = `linear(${[...values, 1].join(", ")})`;
  if (known.size === mostKnown) known.clear();
  known.set(key, easing);
  return easing;
}
