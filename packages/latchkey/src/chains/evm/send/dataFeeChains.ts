/**
 * Rollups of eip155 that take a fee for a transaction's data besides its gas, which a contract of theirs knows (`dataFee`).
 * Arbitrum, zkSync and Linea have theirs inside the gas estimate and need no row.
 */
export const dataFeeChains: readonly number[] = [
  10, // OP Mainnet
  130, // Unichain
  204, // opBNB
  252, // Fraxtal
  255, // Kroma
  288, // Boba
  291, // Orderly
  480, // World Chain
  690, // Redstone
  1135, // Lisk
  1301, // Unichain Sepolia
  1750, // Metal
  1868, // Soneium
  4801, // World Chain Sepolia
  8453, // Base
  34_443, // Mode
  57_073, // Ink
  60_808, // BOB
  81_457, // Blast
  84_532, // Base Sepolia
  534_351, // Scroll Sepolia
  534_352, // Scroll
  7_777_777, // Zora
  11_155_420, // OP Sepolia
  999_999_999, // Zora Sepolia
]
