import { formatBase58 } from 'latchkey/services'
import { toHex, wipe } from '../keys/bytes.ts'
import { secretOf } from '../keys/derive/addresses.ts'
import { deriveEvmKey } from '../keys/derive/deriveEvmKey.ts'
import { deriveSolanaKey } from '../keys/derive/deriveSolanaKey.ts'
import { seedOf, toWords } from '../keys/derive/words.ts'
import { KeysError } from '../keys/keysError.ts'
import { makeKit } from '../keys/kit/makeKit.ts'
import { isOwnCode } from '../keys/recovery/isOwnCode.ts'
import { noRequest, withKey } from '../keys/withKey.ts'
import type { Login } from '../login/createLogin.ts'

interface Asked {
  readonly account: string
}

/** The key in each form in which other wallets take it. */
export interface ExportedKey {
  /** 24, with a space between two. */
  readonly words: string
  /** The same as a number, in hexadecimal digits. */
  readonly hex: string
  /** The private key of the EVM account: `0x` and 64 hexadecimal digits. */
  readonly evm: string
  /** The private key of the Solana account as its wallets take it: the seed and the public key, 64 bytes in base58. */
  readonly solana: string
}

/** The key, for a window of the wallet's own alone. @throws CustodyRefusal CUSTODY_STEP_UP, KeysError */
export function exportWords(login: Login, { account }: Asked): Promise<ExportedKey> {
  return withKey(login.keys, { account, request: noRequest, purpose: 'export' }, async entropy => {
    const seed = await seedOf(entropy)
    const evm = deriveEvmKey(seed)
    const solana = deriveSolanaKey(seed)
    const pair = secretOf(solana)
    const exported = {
      words: toWords(entropy),
      hex: toHex(entropy),
      evm: `0x${toHex(evm)}`,
      solana: formatBase58(pair),
    }
    wipe(seed, evm, solana, pair)
    return exported
  })
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
