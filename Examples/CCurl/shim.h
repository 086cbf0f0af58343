// The parts of libcurl that are macros or variadic functions in C, which Swift cannot call.

#ifndef EXAMPLES_CCURL_H
#define EXAMPLES_CCURL_H

#include <curl/curl.h>

/// Sets an option that is a number or a flag.
static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/// Sets an option that is a text, which curl copies.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// Sets an option that is a pointer, which the caller keeps alive.
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

/// A function that curl calls with a part of the response: `count` bytes of `size` 1, and the option's pointer.
/// Returns the number of bytes that it took; the transfer ends if these are fewer.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

/// Sets the function that gets the body (`CURLOPT_WRITEFUNCTION`) or each line of the header (`CURLOPT_HEADERFUNCTION`).
static inline CURLcode ccurl_set_receiver(CURL *handle, CURLoption option, ccurl_receiver receiver) {
    return curl_easy_setopt(handle, option, receiver);
}

/// Sets the function that is called when there is a connection, before the request is sent.
static inline CURLcode ccurl_set_connected(CURL *handle, curl_prereq_callback connected) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, connected);
}

/// Returns the status of the last response; 0 if there was none.
static inline long ccurl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

#endif
