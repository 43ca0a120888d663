import { type SafeAccount, safeAccountOf } from '../../smartaccount/safeAccountOf.ts'
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
  readonly addresses: Pick<Addresses, 'eip155' | 'solana'>
  /**
   * The smart account, with the call that puts it on a network: the address cannot be made again without what it was made
   * of. Absent in kits from before there were smart accounts.
   */
  readonly smartAccount?: SafeAccount
  /** ISO 8601. */
  readonly madeAt: string
  readonly sealed: Awaited<ReturnType<typeof seal>>
}

const account = 'offline'
const about = ({ addresses: { eip155, solana }, smartAccount: safe }: Shown): About => [
  'kit',
  eip155,
  solana,
  ...(safe ? [safe.address, safe.owner, safe.factory, safe.factoryData] : []),
]

/** What a kit shows without its code, and what its key is sealed with. */
type Shown = Pick<Kit, 'addresses' | 'smartAccount'>

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
  const { entropy, code, now } = options
  const { eip155, solana, owner } = options.addresses
  const shown: Shown = { addresses: { eip155, solana }, ...(owner && { smartAccount: safeAccountOf(owner) }) }
  const key = await keyOfKit(code)
  const sealed = await seal(key, entropy, { kdf: 'code', epoch: 0, about: about(shown) })
  const kit: Kit = { kit: 'latchkey', v: 1, ...shown, madeAt: new Date(now).toISOString(), sealed }
  const json = JSON.stringify(kit, null, 2)
  return { json, page: await formatKitPage(kit) }
}

/** The key that a kit holds. @throws KeysError `form`, `text`, `secret` */
export async function openKit(json: string, code: string): Promise<Bytes> {
  const { sealed, ...shown } = readKit(json)
  return openSealed(await keyOfKit(code), sealed, about(shown))
}

function readKit(json: string): Shown & { readonly sealed: unknown } {
  try {
    if (json.length > 10_000) throw new KeysError('form')
    const { kit, v, addresses, smartAccount, sealed } = Object(JSON.parse(json)) as Partial<Kit>
    const { eip155, solana } = Object(addresses) as Partial<Addresses>
    const isKit = kit === 'latchkey' && v === 1 && typeof eip155 === 'string' && typeof solana === 'string'
    if (!isKit || !isSafe(smartAccount)) throw new KeysError('form')
    return { addresses: { eip155, solana }, ...(smartAccount && { smartAccount }), sealed }
  } catch {
    throw new KeysError('form')
  }
}

function isSafe(value: unknown): value is SafeAccount | undefined {
  if (value === undefined) return true
  const { address, owner, factory, factoryData } = Object(value) as Partial<SafeAccount>
  return [address, owner, factory, factoryData].every(each => typeof each === 'string')
}

function keyOfKit(code: string): Promise<CryptoKey> {
  return sealingKey(bytesOfCode(code), 'offline kit', account)
}
