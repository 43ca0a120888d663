/** Takes CAIP-2 and CAIP-10 ids apart and says what is wrong with one (SPEC §5, §8). */
import { type ChainNamespace, isCaipNetworkId, namespaceOf } from './caip.ts'
import { LatchkeyError } from './error.ts'
import { knownNamespaces } from './namespaces.ts'

/** The parts of a CAIP-2 id. */
export interface ParsedCaipNetworkId {
  readonly chainNamespace: ChainNamespace
  readonly chainId: string
}

/** The parts of a CAIP-10 id. */
export interface ParsedCaipAddress extends ParsedCaipNetworkId {
  readonly address: string
}

// CAIP-10 bounds it too.
const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

/**
 * Splits a CAIP-10 address: exactly three non-empty parts with a known namespace (SPEC §5).
 * @throws LatchkeyError INVALID_CAIP_ADDRESS, 'Invalid CAIP-10 address: {value}', for a malformed text;
 * CAIP_ADDRESS_MISSING, 'Invalid CAIP Address', for a value that is not a text (SPEC §8).
 */
export function parseCaipAddress(
  value: string,
  namespaces: readonly ChainNamespace[] = knownNamespaces,
): ParsedCaipAddress {
  if (typeof value !== 'string') {
    throw new LatchkeyError({
      code: 'CAIP_ADDRESS_MISSING',
      kind: 'invalid',
      message: 'Invalid CAIP Address',
    })
  }
  const parts = value.split(':', 4)
  const [chainNamespace, chainId, address] = parts
  const valid =
    parts.length === 3 &&
    chainNamespace !== undefined &&
    namespaces.includes(chainNamespace) &&
    chainId !== undefined &&
    isCaipNetworkId(`${chainNamespace}:${chainId}`) &&
    address !== undefined &&
    addressPattern.test(address)
  if (!valid) throw invalid('INVALID_CAIP_ADDRESS', 'Invalid CAIP-10 address: ', value)
  return { chainNamespace, chainId, address }
}

/**
 * Splits a CAIP-2 network id: exactly two parts (SPEC §5).
 * @throws LatchkeyError INVALID_CAIP_NETWORK_ID, 'Invalid CAIP-2 network id: {value}'.
 */
export function parseCaipNetworkId(value: string): ParsedCaipNetworkId {
  if (!isCaipNetworkId(value)) throw invalid('INVALID_CAIP_NETWORK_ID', 'Invalid CAIP-2 network id: ', value)
  const chainNamespace = namespaceOf(value)
  return { chainNamespace, chainId: value.slice(chainNamespace.length + 1) }
}

function invalid(code: string, text: string, value: unknown): LatchkeyError {
  // An object is named by its type alone: its own text may be anything, or throw.
  const shown = Object(value) === value ? typeof value : String(value).slice(0, 160)
  return new LatchkeyError({ code, kind: 'invalid', message: text + shown, context: { value: shown } })
}
