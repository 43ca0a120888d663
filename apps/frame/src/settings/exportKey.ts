import { toHex } from '../keys/bytes.ts'
import { toWords } from '../keys/derive/words.ts'
import { KeysError } from '../keys/keysError.ts'
import { makeKit } from '../keys/kit/makeKit.ts'
import { isOwnCode } from '../keys/recovery/isOwnCode.ts'
import { noRequest, withKey } from '../keys/withKey.ts'
import type { Login } from '../login/createLogin.ts'

interface Asked {
  readonly account: string
}

/** The key as words and as a number, for a window of the wallet's own alone. @throws CustodyRefusal CUSTODY_STEP_UP, KeysError */
export function exportWords(
  login: Login,
  { account }: Asked,
): Promise<{ readonly words: string; readonly hex: string }> {
  return withKey(login.keys, { account, request: noRequest, purpose: 'export' }, async entropy => ({
    words: toWords(entropy),
    hex: toHex(entropy),
  }))
}

/**
 * The offline kit, as a page. It is closed with a code that counts for the wallet: one with a slip in it would open
 * nothing later. @throws KeysError `text`, `secret`; CustodyRefusal CUSTODY_STEP_UP
 */
export async function exportKit(
  login: Login,
  { account, code, now }: Asked & { readonly code: string; readonly now: number },
): Promise<string> {
  if (!(await isOwnCode(login.keys, code))) throw new KeysError('secret')
  return withKey(
    login.keys,
    { account, request: noRequest, purpose: 'export' },
    async (entropy, addresses) => (await makeKit({ entropy, code, addresses, now })).page,
  )
}
