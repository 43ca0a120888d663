/** Words of riddles, and the folders whose every comment and test title is free of them. */
export const plainWords = {
  riddle: /\b(?:whoever|nobody|somebody|nought|heed(?:s|ed)?|is told)\b/i,
  folders: ['apps/', 'bench/', 'e2e/', 'packages/', 'scripts/'],
  /** Phrases that no text of what ships has, and no page of the documentation. */
  phrases:
    /\b(?:whoever|nobody|somebody|nought|(?:is|are|was|were|be) told|told (?:of|no)|(?:is|are|it’s) good for|no longer good|go(?:es)? on by itself|all the same|for ever|beforehand|(?:take|takes|taken|taking) (?:it )?back|what is sent|is called “)(?![\p{L}])/iu,
  shipped: ['apps/', 'packages/'],
  /** The most words of a text that a visitor reads. */
  longestText: 25,
  /** Files of texts by key. */
  texts: /Texts\.ts$/,
} as const
