const ofHost = ['APKT002', 'APKT005', 'APKT007', 'FRAME_UNSUPPORTED', 'NAMESPACE_REQUIRED', 'REQUEST_INVALID']
const ofNetwork = ['EMAIL_LOGIN_UNAVAILABLE', 'IFRAME_TIMEOUT', 'IFRAME_LOAD_FAILED', 'APKT009', 'APKT010']

/** Where a login that did not come about is mended: in the page that its host set up, or on the way to the services. */
export function faultSideOf(code: string): 'host' | 'network' | undefined {
  if (ofHost.includes(code)) return 'host'
  return ofNetwork.includes(code) ? 'network' : undefined
}
