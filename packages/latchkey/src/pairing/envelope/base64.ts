/** Base64 as the protocol writes it: padded, and one text for each run of bytes. */

/** Writes padded base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  // In steps: an argument list has a limit.
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

/** Writes base64url without padding, for the parts of a JWT. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
