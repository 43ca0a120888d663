import {
  type Address,
  getAddressEncoder,
  type Instruction,
  type KeyPairSigner,
  type Lamports,
} from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import { findAssociatedTokenPda } from '@solana-program/token'
import { accountOfName, devSolanaAccounts, solanaOperator } from '../devSolanaAccounts.ts'
import type { Ledger } from '../ledger/createLedger.ts'
import { lookupTableProgram } from '../ledger/loadAddresses.ts'
import { sendAs, signerOf } from '../ledger/sendAs.ts'
import { systemProgram, token2022Program, tokenProgram } from '../parse/tokenPrograms.ts'
import { type DevMint, devNfts, devTokens, tollFee } from './devMints.ts'
import { mintWhole } from './mintWhole.ts'
import { nftUri } from './nftUri.ts'
import {
  initializeMetadata,
  initializeMetadataPointer,
  initializeMint,
  initializeTransferFee,
  metadataPointerSize,
  metadataSize,
  mintSize,
  requireMemos,
  transferFeeSize,
} from './token2022.ts'

const sol = 1_000_000_000n
/** What each account of the mnemonic begins with, and what the operator always has in hand. */
const startBalance = 1_000n * sol
const operatorBalance = 10_000_000n * sol
/** Accounts that begin with tokens, as on the other chains. */
const holders = devSolanaAccounts.slice(0, 5).map(account => account.address)

const memoOwner = accountOfName('memo owner')
/** An owner whose account of MOSS takes transfers only behind a memo. */
export const memoRecipient: Address = memoOwner.address
/** A lookup table with the mints and the programs of the tokens. */
export const devLookupTable: Address = accountOfName('lookup table').address

/**
 * Puts tokens, collectibles and balances on a new chain, by real transactions of the operator; the lookup table and the
 * mint of the look-alike are put there against the rules. Does nothing on a chain that has them.
 */
export async function seedLedger(ledger: Ledger): Promise<void> {
  fill(ledger, solanaOperator.address, operatorBalance)
  if (ledger.getAccount(devTokens.usdc.address).exists) return
  for (const { address } of devSolanaAccounts.slice(0, 9)) fill(ledger, address, startBalance)
  fill(ledger, memoOwner.address, startBalance)
  const operator = await signerOf(solanaOperator)
  const { usdc, jade, toll, moss, spam, lookAlike } = devTokens

  await createMint(ledger, operator, usdc, 'usdc')
  await createMint(ledger, operator, jade, 'jade')
  putLookAlike(ledger)
  await createMint(ledger, operator, toll, 'toll', { uri: '', fee: true })
  await createMint(ledger, operator, moss, 'moss', { uri: '' })
  await createMint(ledger, operator, spam, 'spam', { uri: 'https://claim-usdc.example/token.json' })
  await createMint(ledger, operator, devNfts.brass, 'brass', { uri: nftUri('Brass key', '#8a6d1f') })
  await createMint(ledger, operator, devNfts.silver, 'silver', { uri: nftUri('Silver key', '#6b7480') })

  for (const token of [usdc, jade, toll, moss]) await mintTo(ledger, operator, token, holders, 10_000n)
  await mintTo(ledger, operator, spam, holders, 5_000n)
  await mintTo(ledger, operator, lookAlike, holders, 5_000n)
  for (const nft of Object.values(devNfts)) await mintTo(ledger, operator, nft, holders.slice(0, 1), 1n)

  await mintTo(ledger, operator, moss, [memoOwner.address], 1n)
  const [account] = await findAssociatedTokenPda({
    owner: memoOwner.address,
    mint: moss.address,
    tokenProgram: moss.program,
  })
  await sendAs(ledger, [await signerOf(memoOwner)], requireMemos(account, memoOwner.address))
  putLookupTable(ledger)
}

/** Fills an account up to a balance. */
function fill(ledger: Ledger, address: Address, lamports: bigint): void {
  const account = ledger.getAccount(address)
  if (account.exists && account.lamports >= lamports) return
  put(ledger, address, systemProgram, new Uint8Array(), lamports)
}

function put(ledger: Ledger, address: Address, owner: Address, data: Uint8Array, lamports?: bigint): void {
  ledger.setAccount({
    address,
    programAddress: owner,
    data,
    executable: false,
    lamports: (lamports ?? ledger.rentFor(BigInt(data.length))) as Lamports,
    space: BigInt(data.length),
  })
}

/** Creates a mint whose authority is the operator; `metadata` puts its name into it. */
async function createMint(
  ledger: Ledger,
  operator: KeyPairSigner,
  { address, name, symbol, decimals, program }: DevMint,
  key: string,
  metadata?: { readonly uri: string; readonly fee?: boolean },
): Promise<void> {
  const signer = await signerOf(accountOfName(`mint ${key}`))
  const authority = operator.address
  const extensions = metadata
    ? [metadataPointerSize, ...(metadata.fee === true ? [transferFeeSize] : [])]
    : undefined
  const size = extensions ? mintSize(extensions) : 82
  // The metadata makes the mint grow; its rent is there before.
  const grown = metadata ? size + 4 + metadataSize([name, symbol, metadata.uri]) : size
  const instructions: Instruction[] = [
    getCreateAccountInstruction({
      payer: operator,
      newAccount: signer,
      space: size,
      lamports: ledger.rentFor(BigInt(grown)),
      programAddress: program,
    }),
  ]
  if (metadata) instructions.push(initializeMetadataPointer(address, authority))
  if (metadata?.fee === true)
    instructions.push(initializeTransferFee({ mint: address, authority, ...tollFee }))
  instructions.push({ ...initializeMint(address, authority, decimals), programAddress: program })
  await sendAs(ledger, [operator, signer], instructions)
  if (!metadata) return
  const { uri } = metadata
  await sendAs(ledger, [operator], [initializeMetadata({ mint: address, authority, name, symbol, uri })])
}

/** Gives each owner whole tokens. */
async function mintTo(
  ledger: Ledger,
  operator: KeyPairSigner,
  mint: DevMint,
  owners: readonly Address[],
  whole: bigint,
): Promise<void> {
  const instructions = await Promise.all(owners.map(owner => mintWhole(operator, mint, owner, whole)))
  await sendAs(ledger, [operator], instructions.flat())
}

/** A mint at an address that no key was searched for: the operator's, as the real one is. */
function putLookAlike(ledger: Ledger): void {
  const real = ledger.getAccount(devTokens.usdc.address)
  if (real.exists) put(ledger, devTokens.lookAlike.address, tokenProgram, new Uint8Array(real.data))
}

/** A table without authority, which no one can change (LookupTableMeta of solana-address-lookup-table-interface). */
function putLookupTable(ledger: Ledger): void {
  const addresses = [
    ...Object.values(devTokens).map(token => token.address),
    ...Object.values(devNfts).map(nft => nft.address),
    tokenProgram,
    token2022Program,
    memoRecipient,
  ]
  const header = Buffer.alloc(56)
  header.writeUInt32LE(1, 0)
  header.writeBigUInt64LE((1n << 64n) - 1n, 4)
  const keys = addresses.map(address => new Uint8Array(getAddressEncoder().encode(address)))
  put(ledger, devLookupTable, lookupTableProgram, new Uint8Array(Buffer.concat([header, ...keys])))
}
