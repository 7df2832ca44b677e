// In each test file of the project, and in no other: every file has an environment of its own.
process.env['KINORA_TEST_DATABASE'] = 'postgres';
