import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../contract/caip.ts'
import { errorTable } from '../../../contract/errors/table.ts'
import type { Network } from '../../../contract/network.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import { amountOfDraft, checkDraft, isToSelf } from './checkDraft.ts'
import type { SendDraft } from './draft.ts'
import { emptyDraft } from './draftTransition.ts'

const own = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const other = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const contract = '0x0114f07dF65a986CFc8da3195f2481443508C381'
const network: Network = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
}
const usdc: Token = {
  key: contract.toLowerCase(),
  caipNetworkId: 'eip155:1',
  address: contract,
  name: 'USD Coin',
  symbol: 'USDC',
  amount: { value: 5_000_000n, decimals: 6 },
  price: 1,
}
const full: SendDraft = {
  ...emptyDraft('one', `eip155:1:${own}` as CaipAddress),
  token: usdc,
  typed: '1.5',
  to: other,
  receiver: { at: 'known', address: other },
}
const caseless = { addresses: 'caseless' } as const
const exact = { addresses: 'exact' } as const
const options = { network, facts: caseless, locale: 'en', supported: true, alike: undefined }

/** The first line of what is said. */
function wordsOf(...draft: Parameters<typeof checkDraft>): string | undefined {
  const checked = checkDraft(...draft)
  return checked.at === 'blocked' ? errorTable[checked.code].text : undefined
}

type Row = readonly [title: string, change: Partial<SendDraft>, problem: string, code: string]
const table: readonly Row[] = [
  ['SPEC §5 no token', { token: undefined }, 'token', 'TOKEN_REQUIRED'],
  ['SPEC §5 no amount', { typed: '' }, 'empty', 'SEND_INCOMPLETE'],
  ['zero', { typed: '0.00' }, 'empty', 'SEND_INCOMPLETE'],
  ['SPEC §5 no receiver', { to: '', receiver: { at: 'empty' } }, 'receiver', 'SEND_INCOMPLETE'],
  ['a name on its way', { receiver: { at: 'looking' } }, 'looking', 'SEND_INCOMPLETE'],
  ['no receiver at all', { receiver: { at: 'wrong', problem: 'checksum' } }, 'receiver', 'RECEIVER_INVALID'],
  ['T74 two readings', { typed: '1,234' }, 'ambiguous', 'INVALID_AMOUNT'],
  ['T74 more decimals than there are', { typed: '0.1234567' }, 'precise', 'INVALID_AMOUNT'],
  ['no number', { typed: 'all of it' }, 'none', 'INVALID_AMOUNT'],
  ['more than there is', { typed: '5.000001' }, 'funds', 'INSUFFICIENT_FUNDS'],
  ['the token itself', { receiver: { at: 'known', address: contract } }, 'ownContract', 'RECEIVER_INVALID'],
  ['no connection', { owner: undefined }, 'network', 'UNSUPPORTED_CHAIN'],
]

describe('SPEC §5 the problem that blocks the review', () => {
  test.each(table)('%s', (_title, change, problem, code) => {
    const draft = { ...full, ...change }
    expect(checkDraft(draft, options)).toMatchObject({ at: 'blocked', problem, code })
  })

  test('SPEC §4 any other chain fails with "Unsupported chain"', () => {
    expect(wordsOf(full, { ...options, supported: false })).toBe('Unsupported chain')
  })

  test("SPEC §5's sentences, word for word", () => {
    expect(wordsOf({ ...full, token: undefined }, options)).toBe('A token is required')
    expect(wordsOf({ ...full, typed: '' }, options)).toBe('An amount and receiver address are required')
  })

  test('T63 what can be mistaken for another goes on only with its end retyped', () => {
    const suspicious = { ...options, alike: own }
    expect(checkDraft(full, suspicious)).toMatchObject({ problem: 'unproven', field: 'retype' })
    expect(checkDraft({ ...full, retyped: 'a9604' }, suspicious)).toMatchObject({ problem: 'unproven' })
    expect(checkDraft({ ...full, retyped: ' A96045 ' }, suspicious).at).toBe('ready')
    // Where the case of a letter is part of the address, it is typed as well.
    expect(checkDraft({ ...full, retyped: 'A96045' }, { ...suspicious, facts: exact }).at).toBe('ready')
    const other = { at: 'known', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' } as const
    const base58 = { ...full, to: other.address, receiver: other }
    expect(
      checkDraft({ ...base58, retyped: 'wytdt1v'.slice(1) }, { ...suspicious, facts: exact }),
    ).toMatchObject({
      problem: 'unproven',
    })
  })

  test('a whole draft is a transfer in base units', () => {
    expect(checkDraft(full, options)).toEqual({
      at: 'ready',
      transfer: {
        from: `eip155:1:${own}`,
        network,
        to: other,
        asset: { address: contract, symbol: 'USDC', decimals: 6 },
        amount: { value: 1_500_000n, decimals: 6 },
      },
    })
  })
})

test('an amount in fiat is floored to the last unit, and is none without a price', () => {
  const ether = { ...usdc, price: 2500, amount: { value: 10n ** 18n, decimals: 18 } }
  expect(amountOfDraft({ token: ether, typed: '100', unit: 'fiat' }, 'en')).toEqual({
    at: 'amount',
    amount: { value: 40_000_000_000_000_000n, decimals: 18 },
  })
  const { price: _, ...free } = ether
  expect(amountOfDraft({ token: free, typed: '100', unit: 'fiat' }, 'en')).toEqual({ at: 'none' })
})

test('recognizes a receiver that is the sender', () => {
  expect(isToSelf(full, caseless)).toBe(false)
  const lower = { ...full, receiver: { at: 'known', address: own.toLowerCase() } } as const
  expect(isToSelf(lower, caseless)).toBe(true)
  expect(isToSelf(lower, exact)).toBe(false)
})
