import { limits } from 'latchkey/contract'
import type { Identity } from 'latchkey/services'
import type { Address } from 'viem'
import type { Clock } from '../../core/http/appTypes.ts'
import { viem } from '../../core/libraries/viem.ts'
import { parseAttributes } from '../names/attributes.ts'
import { normalName } from '../names/checkName.ts'
import type { ReaderClient } from '../names/createChainReader.ts'
import type { Names } from '../names/createNames.ts'
import { findPrimaryName } from '../names/findNames.ts'
import { toAvatarUrl } from './toAvatarUrl.ts'

/** Accounts whose ENS name is remembered; the least recently asked one gives way. */
const mostRemembered = 10_000
const none: Identity = Object.freeze({ name: null, avatar: null })

/** Finds out who an account is: by a name of our zone first, then by its ENS name (SPEC §7). */
export type FindIdentity = (address: string) => Promise<Identity>

export function createIdentities(deps: { readonly names: Names; readonly clock: Clock }): FindIdentity {
  const { names, clock } = deps
  const remembered = new Map<string, { readonly identity: Promise<Identity>; readonly until: number }>()

  async function findInZone(address: string): Promise<Identity | undefined> {
    if (names.registry === undefined) return undefined
    const row = await findPrimaryName(names.store, names.registry.zone, address)
    if (row === undefined) return undefined
    const { avatar } = parseAttributes(row.attributes)
    return { name: `${row.label}.${row.zone}`, avatar: avatar === undefined ? null : toAvatarUrl(avatar) }
  }

  /**
   * Looks an address up in ENS. Answers, also "none", are cached for SPEC §9's five minutes; failures are not. Equal
   * lookups share one request.
   */
  function findInEns(address: string): Promise<Identity> {
    const { reader } = names
    if (reader === undefined || !reader.hasEns) return Promise.resolve(none)
    const known = remembered.get(address)
    remembered.delete(address)
    if (known !== undefined && known.until > clock()) {
      remembered.set(address, known)
      return known.identity
    }
    const identity = reader.ask(client => askEns(client, viem().getAddress(address)), none)
    const entry = { identity, until: clock() + limits.identityCache }
    remembered.set(address, entry)
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
    identity.catch(() => {
      if (remembered.get(address) === entry) remembered.delete(address)
    })
    return identity
  }

  return async text => {
    // Names are a matter of eip155 alone (SPEC §6).
    if (!viem().isAddress(text, { strict: false })) return none
    const address = text.toLowerCase()
    return (await findInZone(address)) ?? findInEns(address)
  }
}

/** The primary name, if it leads back to the account (T65) and is in normal form (T64). */
async function askEns(client: ReaderClient, address: Address): Promise<Identity> {
  const name = await client.getEnsName({ address })
  if (name === null || normalName(name) !== name) return none
  // Not viem's getEnsAvatar: it fetches what the record names.
  const [owner, avatar] = await Promise.all([
    client.getEnsAddress({ name }),
    client.getEnsText({ name, key: 'avatar' }),
  ])
  if (owner === null || viem().getAddress(owner) !== address) return none
  return { name, avatar: avatar === null ? null : toAvatarUrl(avatar) }
}
