import type { CaipNetworkId } from 'latchkey/contract'
import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import {
  privateKey,
  type Reader,
  type ReadVariable,
  Wrong,
  wholeNumber,
} from '../../core/settings/readers.ts'
import { chainNumber } from '../namespaces/namespaces.ts'

/** What the environment says about names. */
export interface NameSettings {
  /** The zone in which names are registered; without one the services hold no names. */
  readonly zone: string | undefined
  /** Who runs the zone, for visitors to read before they sign. */
  readonly operator: string | undefined
  /** Signs the gateway's answers. A secret. A development server makes its own. */
  readonly signerKey: Hex | undefined
  /** Where ENS names are looked up, and the signatures of contracts are checked. */
  readonly chain: CaipNetworkId | undefined
  /** The chain's ENS universal resolver, where it is not one that is known anyway. */
  readonly universalResolver: Address | undefined
  /** Of one client. */
  readonly registrationsPerHour: number
  /** Names that one account may hold. */
  readonly namesPerAccount: number
}

/** Reads the variables of the names room; README lists them. */
export function readNameSettings(read: ReadVariable): NameSettings {
  const development = read('LATCHKEY_DEV', false, text => text === '1')
  const signerKey = read<Hex | undefined>('NAME_SIGNER_KEY', undefined, privateKey)
  const zone: Reader<string> = text => {
    if (!isZone(text)) throw new Wrong('must be a name of two parts or more, such as names.example.eth')
    if (signerKey === undefined && !development) throw new Wrong('needs NAME_SIGNER_KEY')
    return text
  }
  return {
    zone: read<string | undefined>('NAME_ZONE', development ? 'latch.eth' : undefined, zone),
    operator: read<string | undefined>('NAME_OPERATOR', undefined, operator),
    signerKey,
    chain: read<CaipNetworkId | undefined>('NAME_CHAIN', undefined, chain),
    universalResolver: read<Address | undefined>('NAME_UNIVERSAL_RESOLVER', undefined, address),
    registrationsPerHour: read('NAME_REGISTRATIONS_PER_HOUR', 60, wholeNumber(1, 1_000_000)),
    namesPerAccount: read('NAMES_PER_ACCOUNT', 10, wholeNumber(1, 1_000_000)),
  }
}

/**
 * Of these characters ENSIP-15 refuses only what looks like punycode or a later kind of it. Said here, so that a start does not
 * unpack the tables of all letters for it.
 */
function isZone(text: string): boolean {
  return text.length <= 200 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) && !/(^|\.)[^.]{2}--/.test(text)
}

function operator(text: string): string {
  if (text.length > 80 || text.trim() !== text || /[\p{C}\p{Zl}\p{Zp}]/u.test(text))
    throw new Wrong('must be at most 80 visible characters')
  return text
}

function chain(text: string): CaipNetworkId {
  if (chainNumber(text) === undefined) throw new Wrong('must be a chain such as eip155:1')
  return text as CaipNetworkId
}

function address(text: string): Address {
  if (!viem().isAddress(text)) throw new Wrong('must be an address, with its checksum or in lower case')
  return text
}
