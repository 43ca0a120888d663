/** What the pairing protocol needs of cryptography; made by `createCrypto`. Keys and topics are lower-case hex on the wire. */

/**
 * X25519 keys. The secret survives structured cloning. Where WebCrypto supports the curve and such keys can be stored,
 * it cannot be exported.
 */
export interface KeyPair {
  /** 64 hex characters. */
  readonly publicKey: string
  readonly secret: CryptoKey | Uint8Array<ArrayBuffer>
}

/** A symmetric key of 32 bytes that both sides of a topic share. */
export type SymKey = Uint8Array<ArrayBuffer>

/** The content of a type 1 envelope. */
export interface OpenedFrom {
  readonly text: string
  /** The key that was agreed on with the sender. */
  readonly symKey: SymKey
  readonly senderPublicKey: string
}

/** The cryptography of the session protocol: key agreement, topics and envelopes. */
export interface PairingCrypto {
  generateKeyPair(): Promise<KeyPair>
  /** 32 random bytes, for a new pairing. */
  generateSymKey(): SymKey
  /**
   * X25519, then HKDF-SHA256 without salt and info: the key of a session. Its topic is `topicOf` it.
   * @throws LatchkeyError WALLET_BAD_ANSWER when the other key is no key, or one of low order.
   */
  agree(keys: KeyPair, peerPublicKey: string): Promise<SymKey>
  /** The SHA-256 of a key's bytes: the topic of a pairing, a session, or an answer to a public key (pass its hex). */
  topicOf(key: SymKey | string): Promise<string>
  /** The SHA-256 of an envelope as text: its identity in the history of a topic. */
  digestOf(message: string): Promise<string>
  /** Seals a text for a topic: type 0, or type 1 when the sender's public key goes with it. Base64, padded. */
  seal(text: string, symKey: SymKey, senderPublicKey?: string): string
  /**
   * Opens a type 0 envelope.
   * @throws LatchkeyError WALLET_BAD_ANSWER: not base64, too long, another type, or not sealed with this key; CHUNK_FAILED.
   */
  open(message: string, symKey: SymKey): Promise<string>
  /**
   * Opens a type 1 envelope that came to the topic of `keys.publicKey`.
   * @throws LatchkeyError WALLET_BAD_ANSWER as `open`.
   */
  openFrom(message: string, keys: KeyPair): Promise<OpenedFrom>
}
