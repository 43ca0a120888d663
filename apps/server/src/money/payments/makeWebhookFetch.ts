import { createFetchPublic } from '../../data/images/createFetchPublic.ts'
import { type FetchPublic, PublicFetchError } from '../../data/images/fetchPublic.ts'
import { isLocal, refuseWebhookUrl } from '../../projects/refuseWebhookUrl.ts'

/**
 * Sends to addresses that hosts chose, and to nothing within the operator's network (T130): https to public addresses alone,
 * each looked at again when it is used, and no redirect is followed. In development this machine may be sent to, too.
 */
export function makeWebhookFetch(ctx: { readonly settings: { readonly development: boolean } }): FetchPublic {
  const { development } = ctx.settings
  const fetchPublic = createFetchPublic({ ports: [443] })
  return async (text, request) => {
    const refusal = refuseWebhookUrl(text, development)
    if (refusal !== undefined) throw new PublicFetchError('refused', refusal)
    const url = new URL(text)
    const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
    const send =
      development && isLocal(url)
        ? createFetchPublic({ loopbackHosts: [`${url.hostname}:${port}`] })
        : fetchPublic
    return send(text, { ...request, redirects: 0 })
  }
}
