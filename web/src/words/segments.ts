import type { SegmentEncoding } from '../api/generated/graphql.ts'
import { catalogue, counted } from './language.ts'

// segments are the texts of how many messages an SMS is charged as.
export const segments = catalogue(
  {
    count: (count: string) => counted(count, 'segment', 'segments'),
    charactersLeft: (count: string) => `${counted(count, 'character', 'characters')} left`,
    encodings: {
      Gsm: 'GSM alphabet: 160 characters in one segment, 153 in each of several.',
      Ucs2: 'Unicode, because of a character outside the GSM alphabet: 70 characters in one segment, 67 in each of several.',
    } as Record<SegmentEncoding, string>,
  },
  {
    pt: {
      count: (count) => counted(count, 'segmento', 'segmentos'),
      charactersLeft: (count) => counted(count, 'caractere restante', 'caracteres restantes'),
      encodings: {
        Gsm: 'Alfabeto GSM: 160 caracteres em um segmento, 153 em cada um de vários.',
        Ucs2: 'Unicode, por causa de um caractere fora do alfabeto GSM: 70 caracteres em um segmento, 67 em cada um de vários.',
      },
    },
    es: {
      count: (count) => counted(count, 'segmento', 'segmentos'),
      charactersLeft: (count) => counted(count, 'carácter restante', 'caracteres restantes'),
      encodings: {
        Gsm: 'Alfabeto GSM: 160 caracteres en un segmento, 153 en cada uno de varios.',
        Ucs2: 'Unicode, por un carácter fuera del alfabeto GSM: 70 caracteres en un segmento, 67 en cada uno de varios.',
      },
    },
  },
)
