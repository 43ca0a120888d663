/**
 * Takes away what this page never uses and what a content policy does not reach: connections of a video call would carry
 * data past `connect-src` (T14).
 */
export function dropUnused(scope: Window): void {
  const unused = [
    'RTCPeerConnection',
    'webkitRTCPeerConnection',
    'RTCDataChannel',
    'RTCIceTransport',
    'WebTransport',
  ]
  for (const name of unused) Reflect.deleteProperty(scope, name)
}
