import { withoutPassword } from './postgres-tools';

describe('withoutPassword', () => {
  it.each([
    ['postgres://u:s%25cret@db.lan/k', 'postgres://u@db.lan/k'],
    ['postgres://u@db.lan/k?password=s%25cret', 'postgres://u@db.lan/k'],
    [
      'postgres://u:other@db.lan/k?options=-c%20x%3D1&password=s%25cret&sslmode=require',
      'postgres://u@db.lan/k?options=-c%20x%3D1&sslmode=require',
    ],
  ])('of %s', (url, address) => {
    expect(withoutPassword(url)).toEqual({ address, password: 's%cret' });
  });

  it('leaves an address without one as it is', () => {
    const address = 'postgres://u@db.lan/k?options=-c%20x%3D1';
    expect(withoutPassword(address)).toEqual({ address, password: '' });
  });
});
