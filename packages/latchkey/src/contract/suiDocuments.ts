/** Every GraphQL document that Sui's nodes are sent. The services' proxy passes on these texts and no other. */
export const suiDocuments = {
  /** The account's SUI in base units, as a decimal string: coins and what lies in the address itself, together. */
  balance:
    'query balance($owner: SuiAddress!) { address(address: $owner) { balance(coinType: "0x2::sui::SUI") { totalBalance } } }',
  /** The digest of the first checkpoint, which names the network. */
  genesis: 'query genesis { checkpoint(sequenceNumber: 0) { digest } }',
  /** The newest checkpoint. */
  head: 'query head { checkpoint { sequenceNumber } }',
} as const
