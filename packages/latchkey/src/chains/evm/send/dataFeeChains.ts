/**
 * Rollups that take a fee for a transaction's data besides its gas, which a contract of theirs knows (`dataFee`).
 * Arbitrum, zkSync and Linea have theirs inside the gas estimate and need no row.
 */
export const dataFeeChains: readonly string[] = [
  'eip155:10', // OP Mainnet
  'eip155:130', // Unichain
  'eip155:204', // opBNB
  'eip155:252', // Fraxtal
  'eip155:255', // Kroma
  'eip155:288', // Boba
  'eip155:291', // Orderly
  'eip155:480', // World Chain
  'eip155:690', // Redstone
  'eip155:1135', // Lisk
  'eip155:1301', // Unichain Sepolia
  'eip155:1750', // Metal
  'eip155:1868', // Soneium
  'eip155:4801', // World Chain Sepolia
  'eip155:8453', // Base
  'eip155:34443', // Mode
  'eip155:57073', // Ink
  'eip155:60808', // BOB
  'eip155:81457', // Blast
  'eip155:84532', // Base Sepolia
  'eip155:534351', // Scroll Sepolia
  'eip155:534352', // Scroll
  'eip155:7777777', // Zora
  'eip155:11155420', // OP Sepolia
  'eip155:999999999', // Zora Sepolia
]
