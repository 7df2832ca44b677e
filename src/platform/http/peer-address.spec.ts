import { addressList, networkOf, plainAddress } from './peer-address';

describe('plainAddress', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['0:0:0:0:0:ffff:c0a8:00ff', '192.168.0.255'],
    ['::ffff:0:10.0.0.1', '::ffff:0:10.0.0.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['rubbish', 'rubbish'],
    ['', ''],
  ])('%s is %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });
});

describe('networkOf', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0000:0000:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['10.0.0.1:443', null],
    ['unknown', null],
    ['', null],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('addressList', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['10.0.0.1', ['10.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1'], ['10.0.0.2', '::1', '']],
    ['10.0.0.0/8', ['10.255.0.1', '::ffff:10.1.1.1'], ['11.0.0.1', '::ffff:11.0.0.1', 'a00::1']],
    ['::ffff:10.0.0.0/104', ['10.255.0.1', '::ffff:10.1.1.1'], ['11.0.0.1']],
    ['::ffff:10.0.0.1', ['10.0.0.1'], ['10.0.0.2']],
    ['2001:db8::/32', ['2001:db8:1::7'], ['2001:db9::1', '32.1.13.184']],
    ['::1', ['::1', '0:0:0:0:0:0:0:1'], ['::2', '0.0.0.1', '127.0.0.1']],
    ['0.0.0.0/0', ['1.2.3.4', '::ffff:1.2.3.4'], ['::1']],
    ['fe80::/10', ['fe80::1%eth0'], ['::1']],
  ])('%s', (entry, inside, outside) => {
    const holds = addressList([entry, '192.0.2.1']);
    expect(inside.map(holds)).toEqual(inside.map(() => true));
    expect(outside.map(holds)).toEqual(outside.map(() => false));
  });

  it('contains no address without entries, and no invalid text', () => {
    expect(['127.0.0.1', '::1', 'unknown'].map(addressList([]))).toEqual([false, false, false]);
    expect(['unknown', '', '10.0.0'].map(addressList(['0.0.0.0/0', '::/0']))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
