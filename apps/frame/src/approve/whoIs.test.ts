import { expect, test } from 'vitest'
import { whoIs } from './whoIs.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const here = {
  account,
  chainId: 'eip155:1',
  payee: { name: 'Fernweh Press', addresses: [till] },
  known: [account.toLowerCase()],
} as const
const first = 'You haven’t sent to this address from here.'
/** As poisoners make it: the same at both ends. */
const twin = `${till.slice(0, 6)}${'0'.repeat(30)}${till.slice(-6)}`

test.each([
  [
    'the project’s own address, in any case',
    till.toLowerCase(),
    {},
    { name: 'Fernweh Press', isKnown: true },
  ],
  ['its look-alike', twin, {}, { note: first, isKnown: false }],
  ['the account itself', account, {}, { name: 'your own account', isKnown: true }],
  [
    'an earlier receiver',
    other,
    { known: [other.toLowerCase(), account] },
    { note: 'You’ve sent to this address before.', isKnown: true },
  ],
  ['a receiver before the store was read', other, { known: [] }, { isKnown: false }],
  [
    'a name that the services checked: its address still stands in full',
    other,
    { names: { [other.toLowerCase()]: 'ada.eth' } },
    { name: 'ada.eth', note: first, isKnown: false },
  ],
  ['a pinned router', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', {}, { name: 'Uniswap', isKnown: true }],
  [
    'the same address where it is not pinned',
    '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    { chainId: 'eip155:31337' as const },
    { note: first, isKnown: false },
  ],
  ['a name of the language', 'constructor', { names: {} }, { note: first, isKnown: false }],
])('T63: names %s', (_, address, change, who) => {
  expect(whoIs(address, { ...here, ...change })).toEqual(who)
})

test('T67: a project’s name is shown without what hides in it', () => {
  const payee = { name: '\u202eFern\u200bweh\n Press', addresses: [till] as `0x${string}`[] }
  expect(whoIs(till, { ...here, payee }).name).toBe('Fernweh Press')
  // A name of which nothing is left names nothing, and folds nothing away.
  expect(whoIs(till, { ...here, payee: { ...payee, name: '\u200b' } })).toEqual({
    note: first,
    isKnown: false,
  })
})
