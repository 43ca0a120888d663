import { type CustodyMode, custodyModes, isOrigin } from 'latchkey/services'
import {
  jsonObject,
  oneOf,
  type Reader,
  type ReadVariable,
  Wrong,
  wholeNumber,
} from '../../core/settings/readers.ts'
import { readSigningPolicy, type SigningPolicy } from './policy/signingPolicy.ts'
import type { LocalKey } from './vault/createLocalVault.ts'
import { type KeyPurpose, keyPurposes } from './vault/vault.ts'

export interface CustodySettings {
  /** Who could use a visitor's key: the visitor alone, or the operator as well (reference §2.4). */
  readonly mode: CustodyMode
  /** The origin of the wallet's frame, the only one that reaches a key share. Undefined: none does. */
  readonly walletOrigin: string | undefined
  /** Keys of the vault, where they come from the environment. Never log them. */
  readonly keys: ReadonlyMap<KeyPurpose, readonly LocalKey[]> | undefined
  /** The vault's folder; `custody-keys` in the data folder when there is neither. */
  readonly keyFolder: string | undefined
  /** A key management system instead of both. */
  readonly transit: TransitSettings | undefined
  /** Key shares opened in a minute, beyond which the log has a warning (T84). */
  readonly openingsAlarm: number
  /** Days for which the audit of key shares is stored. */
  readonly auditDays: number
  /** What visitors of a project may sign, by its id; of others it is not asked. */
  readonly policies: ReadonlyMap<string, SigningPolicy>
}

export interface TransitSettings {
  readonly url: string
  readonly tokenFile: string
}

export function readCustodySettings(read: ReadVariable): CustodySettings {
  const url = read<string | undefined>('CUSTODY_TRANSIT_URL', undefined, transitUrl)
  const tokenFile = read('CUSTODY_TRANSIT_TOKEN_FILE', '', text => text)
  return {
    mode: read<CustodyMode>('CUSTODY_MODE', 'user', oneOf(custodyModes)),
    walletOrigin: read<string | undefined>('FRAME_ORIGIN', undefined, origin),
    keys: read<CustodySettings['keys']>('CUSTODY_KEKS', undefined, listedKeys),
    keyFolder: read<string | undefined>('CUSTODY_KEK_FOLDER', undefined, text => text),
    transit: url === undefined ? undefined : { url, tokenFile },
    openingsAlarm: read('CUSTODY_OPENINGS_ALARM', 60_000, wholeNumber(1, 100_000_000)),
    auditDays: read('CUSTODY_AUDIT_DAYS', 400, wholeNumber(2, 10_000)),
    policies: read<CustodySettings['policies']>('CUSTODY_POLICIES', new Map(), policies),
  }
}

const origin: Reader<string> = text => {
  if (!isOrigin(text)) throw new Wrong('must be an origin such as https://keys.example.com')
  return text
}

const policies: Reader<ReadonlyMap<string, SigningPolicy>> = text => {
  const rule =
    'must be a JSON object from project to policy, such as {"shop":{"networks":{"eip155:1":{"mostValue":"100000000000000000"}}}}'
  const read = new Map<string, SigningPolicy>()
  for (const [project, value] of Object.entries(jsonObject(text, rule))) {
    const policy = readSigningPolicy(value)
    if (policy === undefined) throw new Wrong(rule)
    read.set(project, policy)
  }
  return read
}

const transitUrl: Reader<string> = text => {
  const url = text.replace(/\/+$/, '')
  if (!URL.canParse(url) || !/^https?:\/\/[^?#@]+$/.test(url))
    throw new Wrong('must be the URL of a transit engine such as https://vault.example:8200/v1/transit')
  return url
}

const listedKeys: Reader<ReadonlyMap<KeyPurpose, readonly LocalKey[]>> = text => {
  const keys = new Map<KeyPurpose, LocalKey[]>()
  for (const part of text.split(',')) {
    const [, purpose, id = '', key = ''] =
      /^(device|recovery|password):([A-Za-z0-9-]{1,64}):([0-9a-f]{64})$/.exec(part.trim()) ?? []
    if (purpose === undefined)
      throw new Wrong('must list keys as device:<id>:<64 hexadecimal characters>, separated by commas')
    const list = keys.get(purpose as KeyPurpose) ?? []
    if (list.some(known => known.id === id)) throw new Wrong(`has ${purpose}:${id} twice`)
    keys.set(purpose as KeyPurpose, [...list, { id, key: Buffer.from(key, 'hex') }])
  }
  const missing = keyPurposes.filter(purpose => !keys.has(purpose))
  if (missing.length > 0) throw new Wrong(`has no key for ${missing.join(', ')}`)
  const all = [...keys.values()].flat().map(({ key }) => Buffer.from(key).toString('hex'))
  if (new Set(all).size < all.length) throw new Wrong('has one key twice')
  return keys
}
