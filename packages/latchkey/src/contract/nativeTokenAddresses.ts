/**
 * The address that represents the native currency where a token's address is needed, by namespace (SPEC §9). The zero
 * address would be mistaken for the burn address.
 */
export const nativeTokenAddresses: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}
