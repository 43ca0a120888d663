/**
 * Why an address cannot be a project's webhook, as a sentence for the operator; undefined for one that can. It is https on
 * port 443; only in development also http on this machine.
 */
export function refuseWebhookUrl(text: string, development: boolean): string | undefined {
  const url = text.length <= 2_048 ? URL.parse(text) : null
  if (url === null) return 'A webhook is an address such as https://shop.example/latchkey'
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return 'A webhook has no user, no password and no #'
  if (development && isLocal(url)) return undefined
  if (url.protocol !== 'https:')
    return 'A webhook is https; http works with LATCHKEY_DEV=1 on localhost alone'
  if (url.port !== '') return 'A webhook is on port 443'
  return undefined
}

/** Whether an address is one of this machine by its name. */
export function isLocal(url: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}
