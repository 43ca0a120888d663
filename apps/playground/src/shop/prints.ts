export interface Print {
  readonly slug: string
  readonly title: string
  readonly place: string
  readonly left: number
  /** What the button says, as decimal texts; what is paid is the backend's own price. */
  readonly eth: string
  readonly sol: string
  readonly sky: string
  readonly sun: readonly [x: number, y: number, r: number, colour: string]
  /** Ridges from far to near: a path's y at five steps, and its colour. */
  readonly ridges: readonly { readonly line: readonly number[]; readonly colour: string }[]
}

/** Three prints, drawn from a few numbers each. */
export const prints: readonly Print[] = [
  {
    slug: 'first-ferry',
    title: 'First ferry',
    place: 'Vega, Norway',
    left: 14,
    eth: '0.05',
    sol: '0.8',
    sky: '#f2c9a0',
    sun: [70, 34, 10, '#e4572e'],
    ridges: [
      { line: [58, 44, 52, 40, 55], colour: '#c98d76' },
      { line: [70, 62, 68, 58, 66], colour: '#7a6a76' },
      { line: [82, 80, 84, 79, 83], colour: '#2e4057' },
    ],
  },
  {
    slug: 'upper-hut',
    title: 'The upper hut',
    place: 'Val Maira, Italy',
    left: 31,
    eth: '0.08',
    sol: '1.3',
    sky: '#cfe0dc',
    sun: [26, 26, 7, '#fdfdf8'],
    ridges: [
      { line: [40, 22, 46, 26, 38], colour: '#a9c3c0' },
      { line: [62, 46, 60, 42, 64], colour: '#5f8a80' },
      { line: [84, 72, 78, 70, 82], colour: '#1f4d45' },
    ],
  },
  {
    slug: 'salt-road',
    title: 'Salt road',
    place: 'Guelmim, Morocco',
    left: 3,
    eth: '0.12',
    sol: '2',
    sky: '#2b2440',
    sun: [62, 28, 12, '#f4e3b2'],
    ridges: [
      { line: [60, 56, 52, 58, 54], colour: '#6b4a6e' },
      { line: [74, 66, 72, 64, 70], colour: '#a65f5f' },
      { line: [86, 82, 80, 84, 78], colour: '#d9925b' },
    ],
  },
]
