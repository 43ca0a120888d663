import { compact, join } from './bytes.ts'
import { type AccountUse, addressBytes, type Instruction } from './instructions.ts'

export interface TransactionParts {
  /** Who signs first and pays the fee, in base58. */
  readonly payer: string
  /** Base58. Without one the place is empty, which only a simulation takes. */
  readonly blockhash?: string
  readonly instructions: readonly Instruction[]
}

/** The order in which all clients that we know of write accounts of one kind. */
const { compare } = new Intl.Collator('en', { caseFirst: 'lower', sensitivity: 'variant', usage: 'sort' })

/**
 * A transaction in the legacy form, which every wallet and hardware signer reads, with empty places for its signatures.
 * @throws LatchkeyError RECEIVER_INVALID for an address that is none.
 */
export function encodeTransaction(parts: TransactionParts): Uint8Array {
  const message = encodeMessage(parts)
  const signers = message[0] ?? 0
  return join([compact(signers), new Uint8Array(64 * signers), message])
}

function encodeMessage({ payer, blockhash, instructions }: TransactionParts): Uint8Array {
  const uses = accountsOf(payer, instructions)
  const at = new Map(uses.map(({ address }, index) => [address, index]))
  const index = (address: string) => at.get(address) ?? 0
  const count = (is: (use: AccountUse) => boolean) => uses.filter(is).length
  return join([
    [
      count(use => use.signer),
      count(use => use.signer && !use.writable),
      count(use => !use.signer && !use.writable),
    ],
    compact(uses.length),
    ...uses.map(({ address }) => addressBytes(address)),
    blockhash === undefined ? new Uint8Array(32) : addressBytes(blockhash),
    compact(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      [index(program)],
      compact(accounts.length),
      accounts.map(({ address }) => index(address)),
      compact(data.length),
      data,
    ]),
  ])
}

/** Each account once: the payer, other signers, then those that are written, then the rest. */
function accountsOf(payer: string, instructions: readonly Instruction[]): readonly AccountUse[] {
  const known = new Map<string, AccountUse>()
  const use = ({ address, signer, writable }: AccountUse) => {
    const before = known.get(address)
    known.set(address, {
      address,
      signer: signer || before?.signer === true,
      writable: writable || before?.writable === true,
    })
  }
  for (const { program, accounts } of instructions) {
    use({ address: program, signer: false, writable: false })
    accounts.forEach(use)
  }
  known.delete(payer)
  const rank = ({ signer, writable }: AccountUse) => (signer ? 0 : 2) + (writable ? 0 : 1)
  const others = [...known.values()].sort(
    (one, other) => rank(one) - rank(other) || compare(one.address, other.address),
  )
  return [{ address: payer, signer: true, writable: true }, ...others]
}
