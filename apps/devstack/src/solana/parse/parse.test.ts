import { readFileSync } from 'node:fs'
import { type Address, getAddressEncoder, type Lamports } from '@solana/kit'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { accountOfName, devSolanaAccounts } from '../devSolanaAccounts.ts'
import { createLedger, type Ledger } from '../ledger/createLedger.ts'
import { readDecimals, readHolding, toTokenAmount } from '../ledger/tokenBalances.ts'
import { changeCase, devNfts, devTokens } from '../seed/devMints.ts'
import { devLookupTable, memoRecipient, seedLedger } from '../seed/seedLedger.ts'
import { parseAccount } from './parseAccount.ts'
import { parseInstruction } from './parseInstruction.ts'
import {
  associatedTokenProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from './tokenPrograms.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = createLedger({ now: () => 0, slotTime: 400 })
  await seedLedger(ledger)
})

function parse(address: Address) {
  const account = ledger.getAccount(address)
  return account.exists ? parseAccount(account, each => ledger.getAccount(each)) : undefined
}

test('mints of the seed are what they claim to be', () => {
  for (const { address, decimals, program } of [...Object.values(devTokens), ...Object.values(devNfts)]) {
    const name = program === tokenProgram ? 'spl-token' : 'spl-token-2022'
    expect(parse(address)).toMatchObject({ program: name, parsed: { type: 'mint', info: { decimals } } })
  }
  expect(parse(devTokens.toll.address)?.parsed.info).toMatchObject({
    extensions: [
      { extension: 'metadataPointer', state: { metadataAddress: devTokens.toll.address } },
      { extension: 'transferFeeConfig', state: { newerTransferFee: { transferFeeBasisPoints: 100 } } },
      { extension: 'tokenMetadata', state: { name: 'Toll', symbol: 'TOLL', additionalMetadata: [] } },
    ],
  })
})

test('collectibles carry their metadata and their picture', () => {
  for (const { address, name } of Object.values(devNfts)) {
    const info = parse(address)?.parsed.info as { extensions: { state: { uri?: string } }[] } | undefined
    const uri = info?.extensions.at(-1)?.state.uri ?? ''
    const [, encoded = ''] = /^data:application\/json;base64,(.+)$/.exec(uri) ?? []
    const json = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))
    expect(json).toMatchObject({ name, image: expect.stringMatching(/^data:image\/svg\+xml;base64,/) })
  }
})

test('the look-alike differs from USDC in case alone, and is held too', () => {
  const { usdc, lookAlike } = devTokens
  expect(lookAlike.address).not.toBe(usdc.address)
  expect(lookAlike.address.toLowerCase()).toBe(usdc.address.toLowerCase())
  const holdings = ledger
    .getProgramAccounts(tokenProgram)
    .map(account => readHolding({ exists: true, ...account } as never))
    .filter(holding => holding?.owner === devSolanaAccounts[0]?.address)
  expect(holdings.map(holding => holding?.mint)).toContain(lookAlike.address)
})

test('the README lists every address', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const listed = [...Object.values(devTokens), ...Object.values(devNfts)].map(({ address }) => address)
  for (const address of [...listed, devLookupTable, memoRecipient, devSolanaAccounts[0]?.address])
    expect(readme).toContain(`\`${address}\``)
})

test('a changed address is 32 bytes', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), name => {
      const { address } = accountOfName(name)
      expect(getAddressEncoder().encode(changeCase(address))).toHaveLength(32)
    }),
    { numRuns: 20 },
  )
})

test('the lookup table lists the mints', () => {
  expect(parse(devLookupTable)).toMatchObject({
    program: 'address-lookup-table',
    parsed: {
      type: 'lookupTable',
      info: { addresses: expect.arrayContaining([devTokens.usdc.address, memoRecipient]) },
    },
  })
})

const programs = [
  tokenProgram,
  token2022Program,
  systemProgram,
  associatedTokenProgram,
  memoProgram,
  devLookupTable,
]
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.uint8Array({ minLength: 82, maxLength: 82 }),
  fc.uint8Array({ minLength: 165, maxLength: 300 }),
)

test('account data of any kind is parsed or left alone', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom(...programs), (data, programAddress) => {
      const address = devTokens.usdc.address
      const space = BigInt(data.length)
      const account = { address, data, programAddress, executable: false, lamports: 1n as Lamports, space }
      const mint = ledger.getAccount(address)
      expect(() => parseAccount(account, () => mint)).not.toThrow()
      expect(() => readDecimals({ exists: true, ...account })).not.toThrow()
    }),
  )
})

test('an instruction of any kind is parsed or written in base58', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom(...programs), (data, programId) => {
      expect(parseInstruction({ programId, accounts: [], data, stackHeight: 1 })).toMatchObject({ programId })
    }),
  )
})

test.each([
  [0n, 6, '0'],
  [1n, 6, '0.000001'],
  [1_500_000n, 6, '1.5'],
  [1_000_000n, 6, '1'],
  [7n, 0, '7'],
  [70n, 0, '70'],
  [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
])('%d with %d decimals is %s', (amount, decimals, text) => {
  expect(toTokenAmount(amount, decimals)).toMatchObject({ amount: String(amount), uiAmountString: text })
})
