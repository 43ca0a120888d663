/** Farcaster's own contracts, on OP Mainnet. */
export const home = {
  chain: 'eip155:10',
  idRegistry: '0x00000000fc6c5f01fc30151999387bb99a9f489b',
  keyRegistry: '0x00000000fc1237824fb747abde0ff18990e59b7e',
} as const
