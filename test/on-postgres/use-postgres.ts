// Jest runs this before each test file of the project `postgres`: files don't share an environment.
process.env['KINORA_TEST_DATABASE'] = 'postgres';
