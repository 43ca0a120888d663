/** The address of one connection (relay.md §1.1); what is in the relay's URL already stays. */
export function relayUrlFor(options: {
  readonly relayUrl: string
  readonly projectId: string
  readonly auth: string
  /** Version of this library. */
  readonly version: string
}): string {
  const url = new URL(options.relayUrl)
  url.searchParams.set('auth', options.auth)
  url.searchParams.set('projectId', options.projectId)
  url.searchParams.set('ua', `wc-2/latchkey-${options.version}/browser`)
  url.searchParams.set('useOnCloseEvent', 'true')
  return url.href
}
