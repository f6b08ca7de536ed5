// The letters and digits that nobody mistakes for others.
const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-+=?!']

// newPassword returns a password of 16 characters that fulfils the rule of the server, to hand over to
// somebody who replaces it at the first sign-in.
export function newPassword(): string {
  const all = kinds.join('')
  for (;;) {
    const password = Array.from({ length: 16 }, () => all[below(all.length)]).join('')
    if (kinds.every((kind) => [...kind].some((character) => password.includes(character)))) {
      return password
    }
  }
}

// below returns a random number from 0 to limit - 1, each as likely as the others.
function below(limit: number): number {
  const most = Math.floor(2 ** 32 / limit) * limit
  for (;;) {
    const [number = most] = crypto.getRandomValues(new Uint32Array(1))
    if (number < most) {
      return number % limit
    }
  }
}
