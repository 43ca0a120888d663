import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { decodeRevert } from '../send/revertReason.ts'
import { failureOfReason } from './failureOfReason.ts'

test.each([
  ['UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT', 'price'],
  ['UniswapV2Router: EXCESSIVE_INPUT_AMOUNT', 'price'],
  ['PancakeRouter: INSUFFICIENT_OUTPUT_AMOUNT', 'price'],
  ['Too little received', 'price'],
  ['Too much requested', 'price'],
  ['UniswapV2Router: EXPIRED', 'expired'],
  ['Transaction too old', 'expired'],
  ['UniswapV2: K', 'tax'],
  ['Pancake: K', 'tax'],
  ['ERC20: transfer amount exceeds balance', 'funds'],
  ['insufficient funds for gas * price + value', 'funds'],
  ['ERC20: transfer amount exceeds allowance', 'approval'],
  ['ERC20: insufficient allowance', 'approval'],
  ['UniswapV2Library: INSUFFICIENT_LIQUIDITY', undefined],
  ['paused', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('“%s” is %s', (reason, failure) => {
  expect(failureOfReason(reason)).toBe(failure)
})

const abi = parseAbi([
  'error InsufficientOutputAmount(uint256 amount)',
  'error ExcessiveInputAmount(uint256 amount)',
  'error Expired(uint256 deadline)',
  'error ProductFell()',
  'error V3TooLittleReceived()',
  'error V3TooMuchRequested()',
  'error V2TooLittleReceived()',
  'error V2TooMuchRequested()',
  'error TransactionDeadlinePassed()',
  'error TooMuchSlippage(address token, uint256 expected, uint256 actual)',
  'error CumulativeSlippageTooHigh(uint256 minAmount, uint256 receivedAmount)',
  'error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn)',
  'error InsufficientBalance(address owner, uint256 balance, uint256 needed)',
  'error InsufficientAllowance()',
  'error TransferFromFailed()',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
])
const holder = `0x${'a1'.repeat(20)}` as const

test.each([
  ['InsufficientOutputAmount', [1n], 'price'],
  ['ExcessiveInputAmount', [1n], 'price'],
  ['Expired', [1n], 'expired'],
  ['ProductFell', [], 'tax'],
  ['V3TooLittleReceived', [], 'price'],
  ['V3TooMuchRequested', [], 'price'],
  ['V2TooLittleReceived', [], 'price'],
  ['V2TooMuchRequested', [], 'price'],
  ['TransactionDeadlinePassed', [], 'expired'],
  ['TooMuchSlippage', [holder, 2n, 1n], 'price'],
  ['CumulativeSlippageTooHigh', [2n, 1n], 'price'],
  ['ReturnAmountIsNotEnough', [1n, 2n], 'price'],
  ['InsufficientBalance', [holder, 1n, 2n], 'funds'],
  ['InsufficientAllowance', [], 'approval'],
  ['TransferFromFailed', [], undefined],
  ['ERC20InsufficientBalance', [holder, 1n, 2n], 'funds'],
  ['ERC20InsufficientAllowance', [holder, 1n, 2n], 'approval'],
] as const)('the error %s is read, and is %s: %s', (errorName, args, failure) => {
  const data = encodeErrorResult({ abi, errorName, args } as Parameters<typeof encodeErrorResult>[0])
  expect(decodeRevert(data)).toBe(errorName)
  expect(failureOfReason(decodeRevert(data))).toBe(failure)
})
