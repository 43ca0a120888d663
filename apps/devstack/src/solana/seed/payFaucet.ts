import { randomInt } from 'node:crypto'
import type { Address, Instruction, KeyPairSigner } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { solanaOperator } from '../devSolanaAccounts.ts'
import type { Ledger } from '../ledger/createLedger.ts'
import { sendAs, signerOf } from '../ledger/sendAs.ts'
import { computeBudgetProgram } from '../parse/tokenPrograms.ts'
import { type DevMint, devTokens } from './devMints.ts'
import { mintWhole } from './mintWhole.ts'

/** Tokens that the faucet gives on Dogwood, 1,000 of each, beside 10 SOL. */
export const solanaFaucetTokens = {
  USDC: devTokens.usdc,
  JADE: devTokens.jade,
  TOLL: devTokens.toll,
  MOSS: devTokens.moss,
} as const satisfies Readonly<Record<string, DevMint>>
export type SolanaFaucetToken = keyof typeof solanaFaucetTokens

/** One thing that was paid: `SOL` or a token, the amount as a decimal string, and its transaction. */
export interface SolanaPayment {
  readonly asset: 'SOL' | SolanaFaucetToken
  readonly amount: string
  readonly hash: string
}

const givenSol = 10n
const givenTokens = 1_000n

/**
 * Pays SOL and tokens from the operator.
 * @throws Error when the VM refuses.
 */
export async function payFaucet(
  ledger: Ledger,
  address: Address,
  tokens: readonly SolanaFaucetToken[],
): Promise<SolanaPayment[]> {
  const operator = await signerOf(solanaOperator)
  const hash = await payLamports(ledger, address, givenSol * 1_000_000_000n)
  const payments: SolanaPayment[] = [{ asset: 'SOL', amount: String(givenSol), hash }]
  for (const asset of tokens) {
    const instructions = await mintWhole(operator, solanaFaucetTokens[asset], address, givenTokens)
    const sent = await sendDistinct(ledger, operator, instructions)
    payments.push({ asset, amount: String(givenTokens), hash: sent })
  }
  return payments
}

/**
 * Pays lamports from the operator; returns the signature.
 * @throws Error when the VM refuses.
 */
export async function payLamports(ledger: Ledger, address: Address, lamports: bigint): Promise<string> {
  const operator = await signerOf(solanaOperator)
  return sendDistinct(ledger, operator, [
    getTransferSolInstruction({ source: operator, destination: address, amount: lamports }),
  ])
}

/**
 * Sends with a random limit of compute units: the same payment in the same block would be the same transaction.
 */
function sendDistinct(ledger: Ledger, operator: KeyPairSigner, instructions: Instruction[]): Promise<string> {
  const limit = Buffer.alloc(5)
  limit.writeUInt8(2)
  limit.writeUInt32LE(randomInt(200_000, 1_400_000), 1)
  const setLimit: Instruction = {
    programAddress: computeBudgetProgram,
    accounts: [],
    data: new Uint8Array(limit),
  }
  return sendAs(ledger, [operator], [setLimit, ...instructions])
}
