import type { Hex } from 'viem'
import { viem } from '../../../core/libraries/viem.ts'
import type { PolicyRefusal } from './judgeSigned.ts'
import type { NetworkRules } from './signingPolicy.ts'

/** Judges one call on a network: of an account's transaction, or of a smart account's operation. */
export function judgeCall(
  rules: NetworkRules,
  call: { readonly to: Hex; readonly value: bigint; readonly data: Hex },
): PolicyRefusal | undefined {
  const { value, data } = call
  if (value > rules.mostValue) return 'value'
  const target = viem().getAddress(call.to)
  if (rules.contracts.has(target)) return undefined
  if (data === '0x') return isReceiver(rules, target) ? undefined : 'receiver'
  const most = rules.tokens.get(target)
  const transfer = readTransfer(data)
  // A transfer of a token that is listed, and nothing beside it.
  if (most === undefined || transfer === undefined || value > 0n) return 'call'
  if (transfer.amount > most) return 'value'
  return isReceiver(rules, transfer.to) ? undefined : 'receiver'
}

/** Reads a call of `transfer(address,uint256)`; with anything else in it, the token might read it otherwise. */
export function readTransfer(data: Hex): { readonly to: Hex; readonly amount: bigint } | undefined {
  const [, to, amount] = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data) ?? []
  return to === undefined ? undefined : { to: viem().getAddress(`0x${to}`), amount: BigInt(`0x${amount}`) }
}

function isReceiver({ receivers }: NetworkRules, address: Hex): boolean {
  return receivers?.has(address) ?? true
}
