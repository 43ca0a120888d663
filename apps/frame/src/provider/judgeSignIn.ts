import { parseSignInMessage, type SignInMessage } from 'latchkey/contract'
import { isSameAddress } from 'latchkey/evmcodec'

/** What a text is, as a way to sign in. */
export type SignInJudgement =
  /** No sign-in at all. */
  | { readonly is: 'other' }
  | { readonly is: 'here'; readonly message: SignInMessage }
  /** For another site or another account, or not in the standard's form: other readers may take it for a sign-in. */
  | { readonly is: 'foreign'; readonly site?: string }

const phrase = 'wants you to sign in with your'

/**
 * Whether a text that a page wants signed would sign its visitor in somewhere else (T37): domain and address of a
 * sign-in message have to be the page's own. A text that only looks like one is foreign as well, since another reader
 * may be more lenient.
 */
export function judgeSignIn(
  text: string,
  page: { readonly host: string; readonly account: string },
): SignInJudgement {
  const message = parseSignInMessage(text)
  if (!message) {
    const looks = text
      .normalize('NFKC')
      .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
      .toLowerCase()
      .includes(phrase)
    if (!looks) return { is: 'other' }
    const [first = ''] = text.split('\n')
    const site = first.toLowerCase().split(` ${phrase}`)[0]?.trim()
    return { is: 'foreign', ...(site && site.length <= 253 && { site }) }
  }
  const origin = new URL(page.host)
  const scheme = message.scheme === undefined ? origin.protocol : `${message.scheme}:`
  const isHere =
    message.domain.toLowerCase() === origin.host &&
    scheme.toLowerCase() === origin.protocol &&
    URL.canParse(message.uri) &&
    new URL(message.uri).origin === origin.origin &&
    isSameAddress(message.accountAddress, page.account)
  return isHere ? { is: 'here', message } : { is: 'foreign', site: message.domain }
}
