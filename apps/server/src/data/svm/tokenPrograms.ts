/** SPL Token, whose accounts have no extensions. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** Token-2022, whose mints may describe themselves. */
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** The programs whose accounts are tokens. */
export const tokenPrograms: readonly string[] = [tokenProgram, token2022Program]
/** Metaplex's program, which describes mints of both. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
