import type { Act } from '../core/createConductor.ts'
import type { StandardState } from '../standard/createStandardState.ts'
import {
  accountIdIn,
  type PolkadotTestAccount,
  polkadotAccountIdOf,
  signPolkadotBytes,
} from './polkadotAccounts.ts'
import { polkadotError } from './polkadotErrors.ts'
import type { ResolvedPolkadotOptions } from './polkadotOptions.ts'

/** What a method of a simulated Polkadot wallet works with. */
export interface PolkadotContext {
  readonly options: ResolvedPolkadotOptions
  readonly state: StandardState
}

/** An account as sites see it. */
export interface InjectedAccount {
  readonly address: string
  readonly name: string
  readonly type: string
  readonly genesisHash?: string
}

interface RawOrder {
  readonly address?: unknown
  readonly data?: unknown
  readonly type?: unknown
}

const typeBytes = ['ed25519', 'sr25519', 'ecdsa']

/** Checks one request and says how to carry it out. Throws the wallet's error. */
export function preparePolkadot(ctx: PolkadotContext, method: string, params: unknown): Act {
  const { state } = ctx
  switch (method) {
    case 'enable':
      return {
        prompts: state.snapshot.authorised.length === 0,
        perform: ({ accounts }) => state.authorise(accounts),
      }
    case 'accounts.get':
      return { prompts: false, perform: () => visibleAccounts(ctx) }
    case 'signRaw':
      return prepareRaw(ctx, Object(params) as RawOrder)
    default:
      throw polkadotError(`Unable to handle ${method}`)
  }
}

/** What the site sees now. */
export function visibleAccounts({ options, state }: PolkadotContext): readonly InjectedAccount[] {
  return state.visible().flatMap(address => {
    const at = options.accounts.findIndex(account => account.address === address)
    const account = options.accounts[at]
    if (!account) return []
    const { type, genesisHash } = account
    return { address, name: `Account ${at + 1}`, type, ...(genesisHash !== undefined && { genesisHash }) }
  })
}

function prepareRaw(ctx: PolkadotContext, { address, data, type }: RawOrder): Act {
  const { options } = ctx
  const account = ownAccount(ctx, address)
  if (type !== 'bytes' || typeof data !== 'string') throw polkadotError('Expected bytes to sign')
  return {
    prompts: true,
    perform() {
      const text = bytesOf(data)
      const signature = signPolkadotBytes(account, options.signsBare === true ? text : wrapped(text))
      const front = options.typedSignatures === true ? [typeBytes.indexOf(account.type)] : []
      return { id: 1, signature: toHex([...front, ...signature]) }
    },
  }
}

/** Sites may write the address of a network. */
function ownAccount({ options, state }: PolkadotContext, address: unknown): PolkadotTestAccount {
  const id = typeof address === 'string' ? toHex([...accountIdIn(address)]) : ''
  const account = options.accounts.find(each => toHex([...polkadotAccountIdOf(each)]) === id)
  if (!account || !state.visible().includes(account.address)) throw polkadotError('Unable to find keypair')
  return account
}

/** Wallets put these around what is to be signed, unless they are there, so that no transaction is signed as a text. */
function wrapped(text: Uint8Array): Uint8Array {
  const said = String.fromCharCode(...text)
  if (said.startsWith('<Bytes>') && said.endsWith('</Bytes>')) return text
  const [open, close] = ['<Bytes>', '</Bytes>'].map(each => new TextEncoder().encode(each))
  return Uint8Array.from([...(open ?? []), ...text, ...(close ?? [])])
}

/** Hex, or the text itself. */
function bytesOf(data: string): Uint8Array {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(data)) return new TextEncoder().encode(data)
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], each => Number.parseInt(each, 16))
}

function toHex(bytes: readonly number[]): string {
  return `0x${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}
