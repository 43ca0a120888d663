/** The part of Sui's public GraphQL schema that Hazel serves, under its names. What is not here is an error of validation, never an empty answer. */
export const suiSchema = `
scalar Base64
scalar BigInt
scalar DateTime
scalar JSON
scalar SuiAddress
scalar UInt53

type Query {
  chainIdentifier: String!
  checkpoint(sequenceNumber: UInt53): Checkpoint
  epoch(epochId: UInt53): Epoch
  address(address: SuiAddress!): Address!
  transaction(digest: String!): Transaction
  verifyZkLoginSignature(bytes: Base64!, signature: Base64!, intentScope: ZkLoginIntentScope!, author: SuiAddress!): ZkLoginVerifyResult!
}
type Mutation {
  executeTransaction(transactionDataBcs: Base64!, signatures: [Base64!]!): ExecutionResult!
}

enum ZkLoginIntentScope { TRANSACTION_DATA PERSONAL_MESSAGE }
type ZkLoginVerifyResult { success: Boolean }

type Checkpoint { sequenceNumber: UInt53! digest: String }
type Epoch { epochId: UInt53! referenceGasPrice: BigInt }
type PageInfo { hasNextPage: Boolean! endCursor: String }

type Address {
  address: SuiAddress!
  balance(coinType: String!): Balance
  balances(first: Int, after: String): BalanceConnection
  objects(first: Int, after: String, filter: ObjectFilter): MoveObjectConnection
}
type MoveType { repr: String! }
type Balance { coinType: MoveType totalBalance: BigInt coinBalance: BigInt addressBalance: BigInt }
type BalanceConnection { pageInfo: PageInfo! nodes: [Balance!]! }
input ObjectFilter { type: String }
type MoveObjectConnection { pageInfo: PageInfo! nodes: [MoveObject!]! }
type MoveObject { address: SuiAddress! version: UInt53 digest: String owner: Owner contents: MoveValue }
type MoveValue { type: MoveType json: JSON bcs: Base64 }

union Owner = AddressOwner | ObjectOwner | Shared | ConsensusAddressOwner
type AddressOwner { address: Address }
type ObjectOwner { address: Address }
type Shared { initialSharedVersion: UInt53 }
type ConsensusAddressOwner { startVersion: UInt53 address: Address }

type ExecutionResult { effects: TransactionEffects }
enum ExecutionStatus { SUCCESS FAILURE }
type Transaction {
  digest: String!
  transactionJson: JSON
  transactionBcs: Base64
  signatures: [UserSignature!]!
  effects: TransactionEffects
}
type UserSignature { signatureBytes: Base64 }
type TransactionEffects {
  status: ExecutionStatus
  timestamp: DateTime
  checkpoint: Checkpoint
  epoch: Epoch
  executionError: ExecutionError
  effectsBcs: Base64
  effectsJson: JSON
  balanceChangesJson: JSON
  objectChanges(first: Int): ObjectChangeConnection
  events(first: Int): EventConnection
  transaction: Transaction
}
type ExecutionError {
  message: String!
  abortCode: BigInt
  identifier: String
  constant: String
  sourceLineNumber: Int
  instructionOffset: Int
  module: MoveModule
  function: MoveFunction
}
type MovePackage { address: SuiAddress! }
type MoveModule { name: String! package: MovePackage }
type MoveFunction { name: String! }
type ObjectChangeConnection { nodes: [ObjectChange!]! }
type ObjectChange { address: SuiAddress! outputState: ObjectState }
type ObjectState { asMoveObject: MoveObject }
type EventConnection { pageInfo: PageInfo! nodes: [Event!]! }
type Event { transactionModule: MoveModule sender: Address contents: MoveValue }
`
