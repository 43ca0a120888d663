/** How long a wallet has been asked: `slow` after 10 s, `silent` after 30 s without an answer (SPEC §9). */
export type Waiting = 'brief' | 'slow' | 'silent'
