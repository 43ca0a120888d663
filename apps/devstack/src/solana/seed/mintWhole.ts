import type { Address, Instruction, KeyPairSigner } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
} from '@solana-program/token'
import type { DevMint } from './devMints.ts'

/** Returns the instructions by which the operator mints whole tokens to an owner, whose token account is made if it is missing. */
export async function mintWhole(
  operator: KeyPairSigner,
  { address: mint, decimals, program: tokenProgram }: DevMint,
  owner: Address,
  whole: bigint,
): Promise<Instruction[]> {
  const [ata] = await findAssociatedTokenPda({ owner, mint, tokenProgram })
  return [
    getCreateAssociatedTokenIdempotentInstruction({ payer: operator, ata, owner, mint, tokenProgram }),
    getMintToInstruction(
      { mint, token: ata, mintAuthority: operator, amount: whole * 10n ** BigInt(decimals) },
      { programAddress: tokenProgram },
    ),
  ]
}
