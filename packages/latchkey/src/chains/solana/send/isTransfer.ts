import { addressOf } from '../../../contract/caip.ts'
import type { Transfer } from '../../../contract/send.ts'
import { readUnsigned } from './bytes.ts'
import type { SeenInstruction, SeenTransaction } from './decodeTransaction.ts'
import { isAddition, isTokenProgram, programs } from './programs.ts'
import { tokenAddress } from './tokenAddress.ts'

/**
 * Whether a transaction of the sender's does just what a transfer was to do, however it was written: what wallets add, memos and the opening
 * of the receiver's token account are not looked at.
 */
export function isTransfer({ payer, instructions }: SeenTransaction, transfer: Transfer): boolean {
  const from = addressOf(transfer.from)
  if (payer !== from) return false
  const { asset, amount, to } = transfer
  let sum = 0n
  let moves = 0
  for (const each of instructions) {
    const { program } = each
    if (isAddition(program) || program === programs.memo || isOpening(each)) continue
    const moved =
      asset.address === undefined ? lamportsTo(each, from, to) : tokensTo(each, from, to, asset.address)
    if (moved === undefined) return false
    moves++
    sum += moved
  }
  return moves > 0 && sum === amount.value
}

function isOpening({ program, data }: SeenInstruction): boolean {
  return program === programs.tokenAccounts && (data.length === 0 || data[0] === 0 || data[0] === 1)
}

/** What a System transfer between the two moves; undefined for any other instruction. */
function lamportsTo(
  { program, accounts, data }: SeenInstruction,
  from: string,
  to: string,
): bigint | undefined {
  const [source, destination] = accounts
  if (program !== programs.system || data.length !== 12 || readUnsigned(data, 0, 4) !== 2n) return undefined
  return source === from && destination === to ? readUnsigned(data, 4, 8) : undefined
}

/** What a transfer of the token into the receiver's account, or into that account itself, moves. */
function tokensTo(
  { program, accounts, data }: SeenInstruction,
  from: string,
  to: string,
  token: string,
): bigint | undefined {
  if (!isTokenProgram(program)) return undefined
  const isPlain = data[0] === 12 && data.length === 10
  const hasFee = data[0] === 26 && data[1] === 1 && data.length === 19
  const [, mint, destination, owner] = accounts
  if ((!isPlain && !hasFee) || mint !== token || owner !== from) return undefined
  if (destination !== to && destination !== tokenAddress(to, token, program)) return undefined
  return readUnsigned(data, isPlain ? 1 : 2, 8)
}
