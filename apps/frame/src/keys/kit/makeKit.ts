import type { Bytes } from '../bytes.ts'
import type { Addresses } from '../derive/addressesOf.ts'
import { KeysError } from '../keysError.ts'
import { bytesOfCode } from '../recovery/recoveryCode.ts'
import { type About, openSealed, seal, sealingKey } from '../sealed.ts'
import { formatKitPage } from './kitPage.ts'

/** The offline recovery kit: the key itself, encrypted by the recovery code, and its addresses. */
export interface Kit {
  readonly kit: 'latchkey'
  readonly v: 1
  readonly addresses: Addresses
  /** ISO 8601. */
  readonly madeAt: string
  readonly sealed: Awaited<ReturnType<typeof seal>>
}

const account = 'offline'
const about = ({ eip155, solana }: Addresses): About => ['kit', eip155, solana]

/**
 * Makes a kit as JSON and as one page that opens it in any browser, without a network and without us (reference §2.3).
 * @throws KeysError `text` for an invalid recovery code.
 */
export async function makeKit(options: {
  readonly entropy: Bytes
  readonly code: string
  readonly addresses: Addresses
  /** Milliseconds since 1970. */
  readonly now: number
}): Promise<{ readonly json: string; readonly page: string }> {
  const { entropy, code, addresses, now } = options
  const key = await keyOfKit(code)
  const sealed = await seal(key, entropy, { kdf: 'code', epoch: 0, about: about(addresses) })
  const kit: Kit = { kit: 'latchkey', v: 1, addresses, madeAt: new Date(now).toISOString(), sealed }
  const json = JSON.stringify(kit, null, 2)
  return { json, page: await formatKitPage(kit) }
}

/** The key that a kit holds. @throws KeysError `form`, `text`, `secret` */
export async function openKit(json: string, code: string): Promise<Bytes> {
  const { addresses, sealed } = readKit(json)
  return openSealed(await keyOfKit(code), sealed, about(addresses))
}

function readKit(json: string): Pick<Kit, 'addresses'> & { readonly sealed: unknown } {
  try {
    if (json.length > 10_000) throw new KeysError('form')
    const { kit, v, addresses, sealed } = Object(JSON.parse(json)) as Partial<Kit>
    const { eip155, solana } = Object(addresses) as Partial<Addresses>
    const isKit = kit === 'latchkey' && v === 1 && typeof eip155 === 'string' && typeof solana === 'string'
    if (!isKit) throw new KeysError('form')
    return { addresses: { eip155, solana }, sealed }
  } catch {
    throw new KeysError('form')
  }
}

function keyOfKit(code: string): Promise<CryptoKey> {
  return sealingKey(bytesOfCode(code), 'offline kit', account)
}
