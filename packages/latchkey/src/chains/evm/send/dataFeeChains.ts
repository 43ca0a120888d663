/**
 * Rollups that take a fee for a transaction's data besides its gas, and the contract of theirs that knows it: all answer
 * `getL1Fee(bytes)`. Arbitrum, zkSync and Linea have theirs inside the gas estimate and need no row.
 */
const opStack = '0x420000000000000000000000000000000000000f'
const scroll = '0x5300000000000000000000000000000000000002'

export const dataFeeOracles: Readonly<Record<string, string>> = {
  'eip155:10': opStack, // OP Mainnet
  'eip155:130': opStack, // Unichain
  'eip155:204': opStack, // opBNB
  'eip155:252': opStack, // Fraxtal
  'eip155:255': opStack, // Kroma
  'eip155:288': opStack, // Boba
  'eip155:291': opStack, // Orderly
  'eip155:480': opStack, // World Chain
  'eip155:690': opStack, // Redstone
  'eip155:1135': opStack, // Lisk
  'eip155:1301': opStack, // Unichain Sepolia
  'eip155:1750': opStack, // Metal
  'eip155:1868': opStack, // Soneium
  'eip155:4801': opStack, // World Chain Sepolia
  'eip155:8453': opStack, // Base
  'eip155:34443': opStack, // Mode
  'eip155:57073': opStack, // Ink
  'eip155:60808': opStack, // BOB
  'eip155:81457': opStack, // Blast
  'eip155:84532': opStack, // Base Sepolia
  'eip155:534351': scroll, // Scroll Sepolia
  'eip155:534352': scroll, // Scroll
  'eip155:7777777': opStack, // Zora
  'eip155:11155420': opStack, // OP Sepolia
  'eip155:999999999': opStack, // Zora Sepolia
}
