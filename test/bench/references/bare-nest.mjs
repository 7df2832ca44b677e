/** The least that Nest on Express needs to answer JSON: one controller, nothing else. */
import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class Hello {
  hello() {
    return { hello: 'world' };
  }
}
Get()(Hello.prototype, 'hello', Object.getOwnPropertyDescriptor(Hello.prototype, 'hello'));
Controller('hello')(Hello);

class App {}
Module({ controllers: [Hello] })(App);

const app = await NestFactory.create(App, { logger: false });
await app.listen(0, '127.0.0.1');
console.log(`listens on ${await app.getUrl()}`);
process.once('SIGTERM', () => process.exit(0));
