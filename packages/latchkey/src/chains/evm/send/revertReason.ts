/** Why a call would fail, in the chain's own words: they are a stranger's, so they are bounded and cleaned (T67). */
import { isContractFault } from '../../../contract/isContractFault.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import { textOf } from '../../foreign/textOf.ts'
import { readWord } from '../codec/abi.ts'
import { readText } from '../codec/abiBytes.ts'

const longestReason = 200

/** Solidity's own panics. */
const panics: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division by zero',
  '33': 'invalid enum value',
  '34': 'broken storage encoding',
  '49': 'pop of an empty array',
  '50': 'index out of bounds',
  '65': 'out of memory',
  '81': 'call of an empty function',
}

/** Errors without words: those of ERC-6093, which tokens throw, and those of exchanges. */
const customErrors: Readonly<Record<string, string>> = {
  '0xe450d38c': 'ERC20InsufficientBalance',
  '0x96c6fd1e': 'ERC20InvalidSender',
  '0xec442f05': 'ERC20InvalidReceiver',
  '0xfb8f41b2': 'ERC20InsufficientAllowance',
  '0xd93c0665': 'EnforcedPause',
  // Of tokens that follow no standard here.
  '0xf4d678b8': 'InsufficientBalance',
  '0xdb42144d': 'InsufficientBalance',
  '0x13be252b': 'InsufficientAllowance',
  '0x192b9e4e': 'InsufficientAllowance',
  '0x7939f424': 'TransferFromFailed',
  '0x5274afe7': 'SafeERC20FailedOperation',
  // Uniswap's form of routers, 0x, LI.FI and 1inch.
  '0xf6c8e6b2': 'InsufficientOutputAmount',
  '0x42301c23': 'InsufficientOutputAmount',
  '0xc0b1c353': 'ExcessiveInputAmount',
  '0x80d8004e': 'ProductFell',
  '0xbb55fd27': 'InsufficientLiquidity',
  '0xf80dbaea': 'Expired',
  '0x39d35496': 'V3TooLittleReceived',
  '0x739dbe52': 'V3TooMuchRequested',
  '0x849eaf98': 'V2TooLittleReceived',
  '0x8ab0bc16': 'V2TooMuchRequested',
  '0x5bf6f916': 'TransactionDeadlinePassed',
  '0x97a6f3b9': 'TooMuchSlippage',
  '0x275c273c': 'CumulativeSlippageTooHigh',
  '0x064a4ec6': 'ReturnAmountIsNotEnough',
}

/** The reason in a result of `eth_simulateV1` that failed. */
export function reasonOf(result: unknown): string | undefined {
  return decodeRevert(fieldOf(result, 'returnData')) ?? failureOf(fieldOf(result, 'error'))?.reason
}

/** The reason in a revert's data; undefined when it has none that can be read. */
export function decodeRevert(data: unknown): string | undefined {
  if (typeof data !== 'string' || !data.startsWith('0x')) return undefined
  const selector = data.slice(0, 10).toLowerCase()
  const rest = `0x${data.slice(10)}`
  if (selector === '0x08c379a0') return textOf(readText(rest), longestReason)
  if (selector === '0x4e487b71') {
    const panic = readWord(rest)
    return panic === undefined ? undefined : (panics[String(panic)] ?? 'panic')
  }
  return customErrors[selector]
}

/** Reads the failure of a call from a node's error, with its reason; undefined when the error is not about the call. */
export function failureOf(cause: unknown): { readonly reason?: string } | undefined {
  // The RPC client keeps the node's error as the cause of its own.
  const error = fieldOf(cause, 'cause') ?? cause
  const message = textOf(fieldOf(error, 'message'), longestReason)
  const data = fieldOf(error, 'data')
  const reason = decodeRevert(data) ?? decodeRevert(fieldOf(data, 'data'))
  const isFault = isContractFault({ code: fieldOf(error, 'code') as number, message: message ?? '', data })
  if (isFault || reason !== undefined || /insufficient|exceeds/i.test(message ?? '')) {
    const said = reason ?? bareReason(message)
    return said === undefined ? {} : { reason: said }
  }
  return undefined
}

/** Nodes put their own words before the reason. */
function bareReason(message: string | undefined): string | undefined {
  const bare = message
    ?.replace(/^(?:.{0,40}: )?execution reverted:? ?/i, '')
    .replace(/^(?:revert|err): ?/i, '')
  return bare?.trim() || undefined
}
