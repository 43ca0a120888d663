import { type Address, concat, getCreate2Address, type Hex } from 'viem'

/** The factory that puts a contract at an address of its code; every local node has it. */
export const create2Factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const create2Salt: Hex = `0x${'00'.repeat(32)}`

/**
 * What an account delegates to (EIP-7702) for batches that succeed or fail as one. It takes plain payments, and from the account itself a
 * list of calls: each three words (target, value, length) and its data. The first call that fails reverts all, with its own reason.
 */
const code: Hex = concat([
  // Without data: a payment. From another account: refused.
  '0x36600557005b333014600f575f5ffd5b5f',
  // The loop, at 0x11: stops behind the last call.
  '0x5b36811060195700',
  // Copies the data, and calls.
  '0x5b80604001358082606001',
  '0x5f375f5f825f856020013586355af1603d57',
  '0x3d5f5f3e3d5ffd',
  '0x5b01606001601156',
])

/** Creation code that returns the code behind it. */
export const batchDelegateCreation: Hex = concat([
  `0x60${((code.length - 2) / 2).toString(16)}8060095f395ff3`,
  code,
])

/** Where the delegate is, on every chain. */
export const batchDelegate: Address = getCreate2Address({
  from: create2Factory,
  salt: create2Salt,
  bytecode: batchDelegateCreation,
})
